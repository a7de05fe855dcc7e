/**
 * Hours from a source that states the mentions of the last 24 hours only. What is known of those hours stays; the rest of the sum is spread evenly
 * over the hours that are not. From hour to hour one is unknown, so that each is exact but for those before the first reading; the sum of
 * 24 hours, which reports state, is the source's own in any case, unless it says less than is known already.
 */
export const spreadRolling = (known: readonly (number | undefined)[], sum: number): number[] => {
	const unknown = known.filter((count) => count === undefined).length;
	const rest = Math.max(0, Math.round(sum) - known.reduce<number>((total, count) => total + (count ?? 0), 0));
	let given = 0;
	let seen = 0;
	return known.map((count) => {
		if (count !== undefined) return count;
		seen++;
		const upTo = Math.round((rest * seen) / unknown);
		const share = upTo - given;
		given = upTo;
		return share;
	});
};
