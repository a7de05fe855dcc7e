import { describe, expect, it } from 'vitest';
import { browserName } from './browser-of.ts';

const GECKO = '(KHTML, like Gecko)';

describe('the browser of a session', () => {
	it.each([
		[`Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 ${GECKO} Chrome/140.0.0.0 Safari/537.36`, 'Chrome on Linux'],
		[`Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 ${GECKO} HeadlessChrome/140.0.0.0 Safari/537.36`, 'Chrome on Linux'],
		[
			`Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 ${GECKO} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
			'Edge on Windows',
		],
		['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:142.0) Gecko/20100101 Firefox/142.0', 'Firefox on macOS'],
		[
			`Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 ${GECKO} Version/18.5 Mobile/15E148 Safari/604.1`,
			'Safari on iOS',
		],
		[
			`Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 ${GECKO} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
			'Samsung Internet on Android',
		],
	])('%s is described in two words', (agent, reported) => {
		expect(browserName(agent)).toBe(reported);
	});

	it('is the raw user agent if it is unknown', () => {
		expect(browserName('curl/8.5.0')).toBe('curl/8.5.0');
		expect(browserName('')).toBe('');
	});
});
