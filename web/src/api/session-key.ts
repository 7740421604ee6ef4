/** Under which the session is kept among the data of the pages. Null: nobody is signed in. */
export const SESSION = ['session'] as const;
