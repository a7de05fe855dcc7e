import { MESSAGE_KINDS } from '@sw/domain/inbox/message';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSearch, stringifySearch } from '../../lib/address/search-params.ts';
import { DELIVERY_TAB, inboxParameters, isDeliveryTab, pickInboxSearch, readInboxState, writeInboxState } from './message-state.ts';

const states = fc.record({
	kind: fc.option(fc.constantFrom(...MESSAGE_KINDS), { nil: undefined }),
	unread: fc.boolean(),
	q: fc.string({ maxLength: 200 }).map((text) => text.trim()),
	page: fc.integer({ min: 1, max: 9_999 }),
});

describe('the address of the inbox', () => {
	it('comes back exactly as it was written', () => {
		fc.assert(
			fc.property(states, (state) => {
				expect(readInboxState(pickInboxSearch(parseSearch(stringifySearch(writeInboxState(state)))))).toEqual(state);
			}),
		);
	});

	it('takes what it may not say for the default', () => {
		expect(readInboxState({ kind: 'spam', unread: 'perhaps', page: '0', q: '  AAPL ' })).toEqual({
			kind: undefined,
			unread: false,
			page: 1,
			q: 'AAPL',
		});
		expect(writeInboxState({ kind: undefined, unread: false, q: '', page: 1 })).toEqual({});
	});

	it('names the tab of alert delivery', () => {
		expect(isDeliveryTab(pickInboxSearch(parseSearch(stringifySearch(DELIVERY_TAB))))).toBe(true);
		expect([isDeliveryTab({}), isDeliveryTab({ view: 'messages' })]).toEqual([false, false]);
	});

	it('asks for its part of the messages alone', () => {
		expect(inboxParameters({ kind: 'order', unread: true, q: 'paid', page: 3 })).toEqual({
			kind: 'order',
			unread: true,
			q: 'paid',
			skip: 40,
			max: 20,
		});
		expect(inboxParameters({ kind: undefined, unread: false, q: '', page: 1 })).toEqual({ skip: 0, max: 20 });
	});
});
