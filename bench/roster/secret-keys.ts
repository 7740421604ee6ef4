/** The service of the benchmarks reads what the benchmarks have sealed. */
export const SECRET_KEYS = ['Xk3v9QbTz7LmR2wYc8HdNf5JgP4sAe6U'];
