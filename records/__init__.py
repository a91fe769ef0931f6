"""The Django app that stores matches and their judgements. The database is the truth; queue and cache can be lost."""
