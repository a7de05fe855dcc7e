/** The tab to which a key leads from the one at `at`: arrows go round, Home and End to the ends. Undefined when it leads nowhere. */
export const tabAfter = (key: string, at: number, count: number): number | undefined => {
	if (key === 'ArrowRight') return (at + 1) % count;
	if (key === 'ArrowLeft') return (at + count - 1) % count;
	if (key === 'Home') return 0;
	return key === 'End' ? count - 1 : undefined;
};
