import { RECEIVE_NEW_MESSAGES, RECEIVE_NEW_REPORT } from '@sw/contract/reports/hub';
import { describe, expect, it } from 'vitest';
import { EVENT_NAMES, type HubCall, listenToHub, parseRecords } from './hub-client.ts';

const END = '\u001e';

function record(target: string): string {
	return `{"type":1,"target":"${target}","arguments":[]}${END}`;
}

const EVENT = record('ReceiveNewReport');
const MESSAGES = record('ReceiveNewMessages');
const OTHER = record('ReceiveSomethingElse');

/** A hub that answers its polls with these answers in turn. */
function hub(polls: { status: number; text: string }[]) {
	const calls: string[] = [];
	const call: HubCall = async (method, query, body) => {
		calls.push(`${method} ${query}${body ? ` ${body}` : ''}`);
		if (query === 'negotiate') return { status: 200, text: '{"connectionToken":"tok"}' };
		return method === 'GET' ? (polls.shift() ?? { status: 204, text: '' }) : { status: 200, text: '' };
	};
	return { call, calls };
}

function ok(text: string) {
	return { status: 200, text };
}

describe('the live connection', () => {
	it('names the events as the contract does', () => {
		expect(EVENT_NAMES).toEqual({ report: RECEIVE_NEW_REPORT, messages: RECEIVE_NEW_MESSAGES });
	});

	it('opens, does the handshake, passes on each known event and says goodbye', async () => {
		const { call, calls } = hub([ok(''), ok(`{}${END}`), ok(''), ok(EVENT), ok(`${MESSAGES}${OTHER}{"type":6}${END}${EVENT}`)]);
		const received: string[] = [];
		await listenToHub(
			call,
			() => received.push('connected'),
			(event) => received.push(event),
		);
		expect(received).toEqual(['connected', 'report', 'messages', 'report']);
		expect(calls.slice(0, 3)).toEqual(['POST negotiate', 'GET tok', `POST tok {"protocol":"json","version":1}${END}`]);
		expect(calls.at(-1)).toBe('DELETE tok');
	});

	it('hears an event that comes with the handshake, in any case of letters', async () => {
		const { call } = hub([ok(''), ok(`{}${END}{"type":1,"target":"receivenewreport","arguments":[]}${END}`)]);
		let reports = 0;
		await listenToHub(
			call,
			() => {},
			() => reports++,
		);
		expect(reports).toBe(1);
	});

	it.each([
		['an unknown connection', { status: 404, text: 'No Connection with that ID' }],
		['a refused handshake', ok(`{"error":"no"}${END}`)],
		['a close record', ok(`{}${END}{"type":7}${END}`)],
		['half a record', ok('{"type":1')],
	])('breaks on %s', async (_, answer) => {
		const { call } = hub([ok(''), answer]);
		await expect(
			listenToHub(
				call,
				() => {},
				() => {},
			),
		).rejects.toThrow();
	});

	it('breaks when negotiating is refused', async () => {
		const refused: HubCall = async () => ({ status: 403, text: '' });
		await expect(
			listenToHub(
				refused,
				() => {},
				() => {},
			),
		).rejects.toThrow('403');
	});

	it('splits records', () => {
		expect(parseRecords('')).toEqual([]);
		expect(parseRecords(`{"type":6}${END}{"type":7,"error":"x"}${END}`)).toEqual([{ type: 6 }, { type: 7, error: 'x' }]);
	});
});
