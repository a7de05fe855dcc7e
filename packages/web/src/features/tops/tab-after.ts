/** The tab a key moves to from index `at`: arrows wrap around, Home and End go to the ends. Undefined for other keys. */
export function tabAfter(key: string, at: number, count: number): number | undefined {
	if (key === 'ArrowRight') return (at + 1) % count;
	if (key === 'ArrowLeft') return (at + count - 1) % count;
	if (key === 'Home') return 0;
	return key === 'End' ? count - 1 : undefined;
}
