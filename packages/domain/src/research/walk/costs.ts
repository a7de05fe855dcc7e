/** Round-trip cost in basis points by cap tier 0 (mega) .. 5; unknown tiers pay the highest. Borrow is not included. */
export const COST_BPS = [5, 5, 15, 50, 50, 50] as const;

export function costOf(tier: number | null): number {
	return COST_BPS[tier ?? 5] ?? 50;
}
