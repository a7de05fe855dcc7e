/** The first match applies, because most user agents also contain the names of the older browsers that they derive from. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
	[/Edg(?:e|A|iOS)?\//, 'Edge'],
	[/OPR\/|Opera/, 'Opera'],
	[/SamsungBrowser\//, 'Samsung Internet'],
	[/(?:Firefox|FxiOS)\//, 'Firefox'],
	[/(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
	[/Version\/[\d.]+.*Safari\//, 'Safari'],
];

/** The first match applies, because Android also says Linux, and Apple's phones also say Mac OS X. */
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
	[/iPhone|iPad|iPod/, 'iOS'],
	[/Android/, 'Android'],
	[/Windows/, 'Windows'],
	[/CrOS/, 'ChromeOS'],
	[/Mac OS X|Macintosh/, 'macOS'],
	[/Linux|X11/, 'Linux'],
];

/** Names the browser and system of a user agent: 'Chrome on Linux'. An unknown user agent is returned unchanged. */
export function browserName(userAgent: string): string {
	const browser = findFirstMatch(BROWSERS, userAgent);
	const system = findFirstMatch(SYSTEMS, userAgent);
	return browser && system ? `${browser} on ${system}` : (browser ?? userAgent);
}

function findFirstMatch(names: typeof BROWSERS, userAgent: string): string | undefined {
	return names.find(([pattern]) => pattern.test(userAgent))?.[1];
}
