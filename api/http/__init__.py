"""What every resource shares: who asks, how a body is read, how lists are paged, how an answer is cached or refused."""
