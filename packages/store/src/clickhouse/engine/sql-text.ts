/** Text as an SQL expression that cannot be escaped from: its bytes in hex. */
export const sqlText = (value: string): string => `unhex('${Buffer.from(value, 'utf8').toString('hex')}')`;
