/** Text as an SQL expression that cannot be escaped from: its bytes in hex. */
export function sqlText(value: string): string {
	return `unhex('${Buffer.from(value, 'utf8').toString('hex')}')`;
}
