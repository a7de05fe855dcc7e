const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** '48.2 GB' */
export function bytesText(bytes: number): string {
	let [n, unit] = [Math.abs(bytes), 0];
	for (; n >= 1_000 && unit < UNITS.length - 1; unit++) n /= 1_000;
	return `${bytes < 0 ? '−' : ''}${unit === 0 ? Math.round(n) : n.toFixed(1)} ${UNITS[unit]}`;
}
