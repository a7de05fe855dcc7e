/**
 * Share of a day's volume expected in slots [from, to) of a session with `sessionSlots` slots. On an early close, the last slot has the share of a
 * regular session's last slot, because of the closing auction.
 */
export function expectedShare(profile: readonly number[], from: number, to: number, sessionSlots: number): number {
	let share = 0;
	for (let slot = from; slot < to; slot++) share += profile[slot === sessionSlots - 1 ? profile.length - 1 : slot] ?? 0;
	return share;
}
