import { describe, expect, it } from 'vitest';
import { type MessageFacts, type Recipient, selectSendable } from './retry.ts';

const TO: Recipient = { status: 'active', channel: 'mail', isOn: true, stopped: null };
const NOTICE: MessageFacts = { kind: 'filter', isRead: false, isDeleted: false, isUnwatched: false, isOpen: true };

describe('a delivery whose moment has come', () => {
	it.each([
		['the account is blocked', { ...TO, status: 'blocked' }, NOTICE, /blocked/],
		['the address was never proven', { ...TO, status: 'unconfirmed' }, NOTICE, /confirmed/],
		['the channel is off', { ...TO, isOn: false }, NOTICE, /switched the channel off/],
		['the channel was stopped', { ...TO, stopped: 'No such mailbox.' }, NOTICE, /stopped: No such mailbox/],
		['the message was deleted', TO, { ...NOTICE, isDeleted: true }, /deleted the message/],
		['the filter was deleted', TO, { ...NOTICE, isUnwatched: true }, /filter/],
		['the licence has ended', TO, { ...NOTICE, isOpen: false }, /licence/],
		['a push was read already', { ...TO, channel: 'push' }, { ...NOTICE, isRead: true }, /read/],
	] as const)('is dropped where %s', (_, to, message, reason) => {
		expect(selectSendable(to, [message])).toEqual({ drop: expect.stringMatching(reason) });
	});

	it('reports what remains of several', () => {
		const read = { ...NOTICE, isRead: true };
		const order: MessageFacts = { ...NOTICE, kind: 'order', isUnwatched: true };
		expect(selectSendable(TO, [{ ...NOTICE, isDeleted: true }, read, order])).toEqual({ notify: [read, order] });
		expect(selectSendable({ ...TO, channel: 'push' }, [read, order])).toEqual({ notify: [order] });
	});

	it('is dropped for the first reason that holds, the account before the channel before the message', () => {
		const gone = { ...NOTICE, isDeleted: true, isUnwatched: true, isOpen: false, isRead: true };
		const blocked = { status: 'blocked', channel: 'push', isOn: false, stopped: 'Gone.' } as const;
		const dropped = (to: Recipient, message: MessageFacts) => selectSendable(to, [message]);
		expect(dropped(blocked, gone)).toEqual({ drop: 'The account is blocked.' });
		expect(dropped({ ...blocked, status: 'active' }, gone)).toEqual({ drop: 'The user switched the channel off.' });
		expect(dropped({ ...blocked, status: 'active', isOn: true }, gone)).toEqual({ drop: 'The channel is stopped: Gone.' });
		const push = { ...TO, channel: 'push' } as const;
		expect(dropped(push, gone)).toEqual({ drop: 'The user deleted the message.' });
		expect(dropped(push, { ...gone, isDeleted: false })).toEqual({ drop: "The filter's alerts are off, or it was deleted." });
		expect(dropped(push, { ...gone, isDeleted: false, kind: 'order' })).toEqual({ drop: 'The licence no longer includes the report.' });
		expect(dropped(push, { ...NOTICE, isRead: true })).toEqual({ drop: 'The user has read the message.' });
	});

	it('goes by mail and webhook although it was read, and by push while it was not', () => {
		const read = { ...NOTICE, isRead: true };
		for (const channel of ['mail', 'webhook'] as const) expect(selectSendable({ ...TO, channel }, [read])).toEqual({ notify: [read] });
		expect(selectSendable({ ...TO, channel: 'push' }, [NOTICE])).toEqual({ notify: [NOTICE] });
	});

	it('of messages that are no more is dropped', () => {
		expect(selectSendable(TO, [])).toEqual({ drop: 'Its messages were deleted.' });
	});
});
