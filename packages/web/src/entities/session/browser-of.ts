/** The first match: most browsers also contain the names of those they derive from. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
	[/Edg(?:e|A|iOS)?\//, 'Edge'],
	[/OPR\/|Opera/, 'Opera'],
	[/SamsungBrowser\//, 'Samsung Internet'],
	[/(?:Firefox|FxiOS)\//, 'Firefox'],
	[/(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
	[/Version\/[\d.]+.*Safari\//, 'Safari'],
];

/** Android also says Linux, and Apple's phones say Mac OS X. */
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
	[/iPhone|iPad|iPod/, 'iOS'],
	[/Android/, 'Android'],
	[/Windows/, 'Windows'],
	[/CrOS/, 'ChromeOS'],
	[/Mac OS X|Macintosh/, 'macOS'],
	[/Linux|X11/, 'Linux'],
];

/** 'Chrome on Linux'; an unknown name is shown as sent. */
export function browserOf(agent: string): string {
	const browser = first(BROWSERS, agent);
	const system = first(SYSTEMS, agent);
	return browser && system ? `${browser} on ${system}` : (browser ?? agent);
}

function first(names: typeof BROWSERS, agent: string): string | undefined {
	return names.find(([sign]) => sign.test(agent))?.[1];
}
