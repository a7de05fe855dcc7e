import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
	CONSENT_PURPOSES,
	consentToAll,
	isIos,
	parseConsent,
	readInvitation,
	shouldOfferInstall,
	stripInvitation,
} from './consent-rules.ts';

describe('consent to cookies', () => {
	it('has three fields: security, identification, functional', () => {
		expect(CONSENT_PURPOSES).toEqual(['security', 'identification', 'functional']);
		expect([consentToAll(true), consentToAll(false)]).toEqual([
			{ security: true, identification: true, functional: true },
			{ security: false, identification: false, functional: false },
		]);
	});

	it('is read as it was kept, and nothing else is taken for it', () => {
		const sound = fc.record({ security: fc.boolean(), identification: fc.boolean(), functional: fc.boolean() });
		fc.assert(
			fc.property(sound, (consent) => {
				expect(parseConsent(JSON.parse(JSON.stringify(consent)))).toEqual(consent);
			}),
		);
		fc.assert(
			fc.property(sound, fc.constantFrom(...CONSENT_PURPOSES), fc.anything(), (consent, name, value) => {
				fc.pre(typeof value !== 'boolean');
				expect(parseConsent({ ...consent, [name]: value })).toBeUndefined();
			}),
		);
		expect([null, 'yes', true, [], {}].map(parseConsent)).toEqual([undefined, undefined, undefined, undefined, undefined]);
	});
});

describe('an invitation in the address', () => {
	it('is for girls where grl is true, for the hunter where it is false, unknown otherwise', () => {
		expect(['?grl=true', '?a=1&grl=false', '?grl=TRUE', '?grl=', '?a=1', ''].map(readInvitation)).toEqual([
			{ source: 'girls' },
			{ source: 'hunter' },
			{ unknown: 'TRUE' },
			{ unknown: '' },
			undefined,
			undefined,
		]);
	});

	it('leaves the rest of the address as it stands', () => {
		const at = (search: string) => stripInvitation({ pathname: '/main', search, hash: '#a' });
		expect([at('?grl=true'), at('?b=%20x&grl=no&c'), at('?grl2=1'), at('')]).toEqual([
			'/main#a',
			'/main?b=%20x&c#a',
			'/main?grl2=1#a',
			'/main#a',
		]);
	});
});

describe('installing', () => {
	const AGENT = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15';

	it('is offered on mobile widths in production and on every width elsewhere, never after no and never when installed', () => {
		fc.assert(
			fc.property(fc.boolean(), fc.boolean(), fc.boolean(), fc.boolean(), (standalone, dismissed, production, mobile) => {
				const offered = shouldOfferInstall({ standalone, dismissed, production, mobile });
				if (standalone || dismissed) expect(offered).toBe(false);
				else expect(offered).toBe(production ? mobile : true);
			}),
		);
	});

	it('knows iOS, iPads that call themselves Macs included', () => {
		expect(isIos({ userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)', maxTouchPoints: 5 })).toBe(true);
		expect(isIos({ userAgent: AGENT, maxTouchPoints: 5 })).toBe(true);
		expect(isIos({ userAgent: AGENT, maxTouchPoints: 0 })).toBe(false);
		expect(isIos({ userAgent: 'Mozilla/5.0 (Linux; Android 16; Pixel 7)', maxTouchPoints: 5 })).toBe(false);
	});
});
