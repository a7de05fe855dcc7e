import { copyWords } from '../snackbars/copy-words.ts';

/** Texts for values shown only once. */
export const shownOnceWords = { ...copyWords, saved: 'I have saved it' } as const;
