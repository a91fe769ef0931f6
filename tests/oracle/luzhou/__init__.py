"""The oracle of 瀘州鬼麻將: its rulebook read a second time."""
