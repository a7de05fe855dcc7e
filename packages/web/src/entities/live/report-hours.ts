const FIRST_HOUR = 13;
const LAST_HOUR = 21;
const QUARTER = 15;

/** The specification's daylight-saving window as [month from 0, day], inclusive. The real calendar is exact; only this check uses this one. */
const SUMMER = [
	[2, 10],
	[10, 5],
] as const;
/** Opening time in minutes after midnight UTC, within the window and outside it. */
const [SUMMER_OPEN, WINTER_OPEN] = [13 * 60 + 30, 14 * 60 + 30];

/**
 * Whether the specification's once-a-minute tick asks for a new report at an instant of the market clock: at quarter-hours from the open to 21:59
 * UTC. Only a coarse check; new reports are announced over the live connection.
 */
export function isReportTick(ms: number): boolean {
	const time = new Date(ms);
	const [hour, minute] = [time.getUTCHours(), time.getUTCMinutes()];
	if (hour < FIRST_HOUR || hour > LAST_HOUR || minute % QUARTER !== 0) return false;
	return hour * 60 + minute >= (isSummer(time) ? SUMMER_OPEN : WINTER_OPEN);
}

function isSummer(time: Date): boolean {
	const [from, to] = SUMMER.map(([month, day]) => Date.UTC(time.getUTCFullYear(), month, day)) as [number, number];
	const day = Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate());
	return day >= from && day <= to;
}
