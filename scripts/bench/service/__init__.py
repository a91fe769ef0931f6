"""Speed of the whole service, which each of these starts for itself: bulk and single matches, a steady load, live tables, CPU."""
