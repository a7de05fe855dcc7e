/** Wall clocks of other zones than the market's, by Intl: for settings of people, not for the market's own times. */

const formats = new Map<string, Intl.DateTimeFormat>();

const formatOf = (zone: string): Intl.DateTimeFormat => {
	const found =
		formats.get(zone) ??
		new Intl.DateTimeFormat('en-US', {
			timeZone: zone,
			hourCycle: 'h23',
			year: 'numeric',
			month: 'numeric',
			day: 'numeric',
			hour: 'numeric',
			minute: 'numeric',
			second: 'numeric',
		});
	formats.set(zone, found);
	return found;
};

/** Whether it is a name of the IANA database that is known here, such as Europe/Vienna. */
export const isZone = (zone: string): boolean => {
	if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(zone)) return false;
	try {
		formatOf(zone);
		return true;
	} catch {
		return false;
	}
};
