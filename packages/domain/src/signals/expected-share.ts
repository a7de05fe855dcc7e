/**
 * Share of a day's volume expected in slots [from, to) of a session of `sessionSlots`.
 * The last slot of an early close takes the share of a regular session's last slot: the closing auction happens there.
 */
export const expectedShare = (profile: readonly number[], from: number, to: number, sessionSlots: number): number => {
	let share = 0;
	for (let slot = from; slot < to; slot++) share += profile[slot === sessionSlots - 1 ? profile.length - 1 : slot] ?? 0;
	return share;
};
