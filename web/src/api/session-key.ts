/** The key of the session in the query cache. Its data is null while nobody is signed in. */
export const SESSION = ['session'] as const;
