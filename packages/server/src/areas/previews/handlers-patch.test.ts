import { unknownParameterMessage } from '@sw/contract/base/errors';
import { mustBeDefinedMessage } from '@sw/contract/base/null-messages';
import type { PreviewDocument } from '@sw/contract/outreach/previews';
import { describe, expect, it } from 'vitest';
import { Problem } from '../../platform/errors.ts';
import { applyChange } from './handlers.ts';

const DOCUMENT: PreviewDocument = {
	host: 'signals.example',
	interval: 'day',
	category: 'gainers',
	ticker: null,
	marketcap: ['mega_cap'],
	video: false,
	is_active: true,
};
type Change = Parameters<typeof applyChange>[1];

function changed(change: unknown) {
	return applyChange(DOCUMENT, change as Change);
}

function refusal(change: unknown): unknown {
	const before = structuredClone(DOCUMENT);
	try {
		return changed(change);
	} catch (error) {
		expect(DOCUMENT).toEqual(before);
		return error instanceof Problem ? [error.status, error.errors.map(({ field }) => field)] : error;
	}
}

describe('a JSON Patch', () => {
	it('is carried out in its order', () => {
		expect(
			changed([
				{ op: 'test', path: '/category', value: 'gainers' },
				{ op: 'replace', path: '/category', value: 'losers' },
				{ op: 'add', path: '/marketcap/-', value: 'nano_cap' },
				{ op: 'move', from: '/marketcap/0', path: '/marketcap/1' },
				{ op: 'replace', path: '/is_active', value: false },
			]),
		).toEqual({ ...DOCUMENT, category: 'losers', marketcap: ['nano_cap', 'mega_cap'], is_active: false });
		expect(changed([{ op: 'copy', from: '/category', path: '/category' }])).toEqual(DOCUMENT);
		expect(changed([])).toEqual(DOCUMENT);
	});

	it('may be about the whole document', () => {
		const other = { ...DOCUMENT, ticker: 'AZO', category: null, interval: null };
		expect(changed([{ op: 'replace', path: '', value: other }])).toEqual(other);
	});

	it('says what is missing, what is unknown and what is wrong', () => {
		const messages = (change: unknown): unknown => {
			try {
				return changed(change);
			} catch (error) {
				return (error as Problem).errors.map(({ message }) => message);
			}
		};
		const missing = [mustBeDefinedMessage('host')];
		expect(messages([{ op: 'remove', path: '/host' }])).toEqual(missing);
		expect(messages([{ op: 'replace', path: '/host', value: null }])).toEqual(missing);
		expect(messages([{ op: 'add', path: '/nowhere', value: 1 }])).toEqual([unknownParameterMessage('nowhere')]);
		expect(messages([{ op: 'replace', path: '/is_active', value: 'yes' }])).not.toEqual([mustBeDefinedMessage('is_active')]);
	});

	it.each([
		[[{ op: 'test', path: '/category', value: 'losers' }], 'category'],
		[[{ op: 'remove', path: '/nowhere' }], 'nowhere'],
		[[{ op: 'remove', path: '/host' }], 'host'],
		[[{ op: 'remove', path: '' }], 'body'],
		[[{ op: 'add', path: '/nowhere', value: 1 }], 'nowhere'],
		[[{ op: 'add', path: '/nowhere/deep', value: 1 }], 'nowhere'],
		[[{ op: 'add', path: '/marketcap/9', value: 'nano_cap' }], 'marketcap'],
		[[{ op: 'add', path: '/marketcap/01', value: 'nano_cap' }], 'marketcap'],
		[[{ op: 'replace', path: '/category', value: 'moon' }], 'category'],
		[[{ op: 'replace', path: '/is_active', value: 'yes' }], 'is_active'],
		[[{ op: 'move', from: '/marketcap', path: '/marketcap/0' }], 'marketcap'],
		[[{ op: 'replace', path: 'category', value: 'losers' }], 'body'],
		[[{ op: 'add', path: '/__proto__/polluted', value: true }], 'polluted'],
		[[{ op: 'add', path: '/constructor/prototype/polluted', value: true }], 'polluted'],
	])('%j is refused', (patch, field) => {
		expect(refusal(patch)).toEqual([400, [field]]);
		expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
	});

	it('of which one operation fails changes nothing', () => {
		const patch = [
			{ op: 'replace', path: '/category', value: 'losers' },
			{ op: 'test', path: '/category', value: 'gainers' },
		];
		expect(refusal(patch)).toEqual([400, ['category']]);
	});
});

describe('an object', () => {
	it('replaces the fields that it names', () => {
		expect(changed({ is_active: false, ticker: 'AZO' })).toEqual({ ...DOCUMENT, is_active: false, ticker: 'AZO' });
		expect(changed({ category: null })).toEqual({ ...DOCUMENT, category: null });
		expect(changed({})).toEqual(DOCUMENT);
	});

	it('is refused with what it must not name', () => {
		expect(refusal({ id: 'x', is_active: false })).toEqual([400, ['id']]);
	});
});
