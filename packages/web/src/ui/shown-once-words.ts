import { copyWords } from './copy-words.ts';

/** Words of what is shown once. */
export const shownOnceWords = { ...copyWords, kept: 'I have saved it' } as const;
