/** Text as SQL that nothing inside it can end: its bytes in hex. */
export const sqlText = (value: string): string => `unhex('${Buffer.from(value, 'utf8').toString('hex')}')`;
