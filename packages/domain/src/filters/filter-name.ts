export const FILTER_NAME_LENGTH = 100;
export const FILTER_COMMENT_LENGTH = 2_000;

/** Outer and doubled spaces are removed. */
export const tidyName = (name: string): string => name.normalize('NFC').trim().replaceAll(/\s+/g, ' ');

/** Two names of one owner are the same when these are: case and compatible letters do not tell them apart. */
export const filterNameKey = (name: string): string => tidyName(name).normalize('NFKC').toLowerCase();
