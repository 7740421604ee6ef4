import { createContext, useContext } from 'react';

/** Whether fields show their values as text, for people who may not change them. */
export const AsText = createContext(false);

export const useAsText = (): boolean => useContext(AsText);
