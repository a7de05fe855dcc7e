/**
 * Why a score is what it is. Only 'ok', 'flat' and 'pinned' carry a depth; the others are null.
 * ok · flat (no scale: nothing ever moves) · pinned (a squeeze too tight to be one) · warming (too little history) · illiquid (too many empty
 * bars) · no_baseline (nothing is ever expected) · missing (the data was not received) · not_optionable · daily_only (the session has only a
 * vendor's daily bar) · quarantine (an overnight jump that nothing explains).
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

/** Why a cell has, or has not, a number: a score's status, or 'stale' where a halted ticker shows its last traded slot. */
export const CELL_STATUSES = [...STATUSES, 'stale'] as const;
export type CellStatus = (typeof CELL_STATUSES)[number];
