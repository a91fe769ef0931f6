"""What all resources share: authentication, parsing, paging, caching, problem details."""
