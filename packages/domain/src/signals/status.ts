/**
 * The reason behind a score. Only 'ok', 'flat' and 'pinned' have a depth; the others are null. ok · flat (no scale: nothing ever moves) · pinned
 * (too tight for a squeeze) · warming (too little history) · illiquid (too many empty bars) · no_baseline (nothing is ever expected) · missing (the
 * data wasn't received) · not_optionable · daily_only (the session has only a vendor's daily bar) · quarantine (an unexplained overnight jump).
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

/** Why a cell has or lacks a number: a score's status, or 'stale' if a halted ticker shows its last traded slot. */
export const CELL_STATUSES = [...STATUSES, 'stale'] as const;
export type CellStatus = (typeof CELL_STATUSES)[number];
