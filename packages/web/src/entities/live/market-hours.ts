const FIRST_HOUR = 13;
const LAST_HOUR = 21;
const QUARTER = 15;

/**
 * Whether the specification's tick, once a minute, asks for a new report at an instant of the market clock: at quarter-hours from 13:00 to 21:59
 * UTC, except 13:00 and 13:15. It is a coarse gate that holds in summer and winter; the live connection is what tells of reports.
 */
export const asksForReports = (ms: number): boolean => {
	const time = new Date(ms);
	const [hour, minute] = [time.getUTCHours(), time.getUTCMinutes()];
	if (hour < FIRST_HOUR || hour > LAST_HOUR || minute % QUARTER !== 0) return false;
	return hour !== FIRST_HOUR || minute > QUARTER;
};
