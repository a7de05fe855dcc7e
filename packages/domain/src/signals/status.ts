/**
 * Why a score has or lacks a depth. Only scores with 'ok', 'flat' and 'pinned' have a depth.
 *
 * - flat: the value never moves, so there is no scale
 * - pinned: the range is too narrow for a squeeze
 * - warming: too little history
 * - illiquid: too many empty bars
 * - no_baseline: the expected amount is zero
 * - missing: data wasn't received
 * - not_optionable: too few option contracts per day
 * - daily_only: the session has only a vendor's daily bar
 * - quarantine: an unexplained jump
 */
export const STATUSES = [
	'ok',
	'flat',
	'pinned',
	'warming',
	'illiquid',
	'no_baseline',
	'missing',
	'not_optionable',
	'daily_only',
	'quarantine',
] as const;
export type Status = (typeof STATUSES)[number];

/** Status of a cell: the status of the score, or 'stale' if a halted ticker shows its last traded slot. */
export const CELL_STATUSES = [...STATUSES, 'stale'] as const;
export type CellStatus = (typeof CELL_STATUSES)[number];
