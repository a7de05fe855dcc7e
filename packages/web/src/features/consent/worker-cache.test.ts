import { describe, expect, it } from 'vitest';
import { chooseSource, isCacheable } from './worker-cache.ts';

const SITE = 'https://signals.example/';

function who(path: string, more: { method?: string; mode?: string; ranged?: boolean } = {}) {
	return chooseSource({ method: 'GET', mode: 'cors', ranged: false, url: new URL(path, SITE).href, ...more }, SITE);
}

describe('the service worker', () => {
	it('answers built files from its cache and pages from the network', () => {
		expect(who('/assets/main-abc.js')).toBe('asset');
		expect(who('/main?tabType=free', { mode: 'navigate' })).toBe('page');
	});

	it.each([
		['the API', who('/api/sector-charts')],
		['the hub', who('/api/hubs/notifications?id=1')],
		['an API that is opened as a page', who('/api/docs', { mode: 'navigate' })],
		['a part of a file', who('/assets/main-abc.js', { ranged: true })],
		['what changes something', who('/assets/main-abc.js', { method: 'POST' })],
		['another site', who('https://other.example/assets/main-abc.js')],
		['files without a hash', who('/site.js')],
	])('leaves %s to the network', (_, answerer) => {
		expect(answerer).toBe('network');
	});

	it('below a path of its host leaves the rest of the host alone', () => {
		const below = (url: string) => chooseSource({ method: 'GET', mode: 'cors', ranged: false, url }, 'https://example.com/signals/');
		expect(below('https://example.com/signals/assets/main-abc.js')).toBe('asset');
		expect(below('https://example.com/assets/main-abc.js')).toBe('network');
		expect(below('https://example.com/signals/api/me')).toBe('network');
	});

	it('keeps whole answers of this site alone', () => {
		expect(isCacheable({ status: 200, type: 'basic' })).toBe(true);
		for (const status of [204, 206, 304, 404, 503]) expect(isCacheable({ status, type: 'basic' })).toBe(false);
		expect(isCacheable({ status: 200, type: 'opaque' })).toBe(false);
	});
});
