import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
	createCloseRecord,
	createEventRecord,
	createHandshakeRecord,
	createNoSuchMethodRecord,
	findHandshakeError,
	readMessage,
	splitRecords,
} from './records.ts';

describe('records', () => {
	it('come out of a text as they went in, however it is cut', () => {
		const record = fc.object().map((value) => JSON.stringify(value));
		fc.assert(
			fc.property(fc.array(record), fc.array(fc.nat(2_000)), (records, cuts) => {
				const text = records.map((r) => `${r}\x1e`).join('');
				const places = [0, ...cuts.filter((c) => c < text.length).sort((a, b) => a - b), text.length];
				const out: string[] = [];
				let inbox = '';
				for (let i = 1; i < places.length; i++) {
					const { records: whole, rest } = splitRecords(inbox + text.slice(places[i - 1], places[i]));
					out.push(...whole);
					inbox = rest;
				}
				expect([out, inbox]).toEqual([records, '']);
			}),
		);
	});

	it('end with their mark and nothing else holds it', () => {
		fc.assert(
			fc.property(fc.string(), fc.string(), (id, text) => {
				for (const record of [
					createEventRecord(text),
					createCloseRecord({ error: text }),
					createHandshakeRecord(text),
					createNoSuchMethodRecord(id, text),
				]) {
					expect(record.indexOf('\x1e')).toBe(record.length - 1);
					expect(JSON.parse(record.slice(0, -1))).toBeTypeOf('object');
				}
			}),
		);
	});

	it.each([
		['{"type":7}', { kind: 'close' }],
		['{"type":1,"invocationId":"0","target":"A","arguments":[]}', { kind: 'call', invocationId: '0', target: 'A' }],
		['{"type":4,"invocationId":"s","target":"B","arguments":[]}', { kind: 'call', invocationId: 's', target: 'B' }],
		['{"type":1,"target":"A","arguments":[]}', null],
		['{"type":6}', null],
		['{"type":99}', null],
	])('reads %s', (text, message) => {
		expect(readMessage(text)).toEqual(message);
	});

	it.each(['', '{', '[]', 'null', '7', '{}', '{"type":"1"}', '{"type":1,"invocationId":"0"}'])('does not read %j', (text) => {
		expect(() => readMessage(text)).toThrow(SyntaxError);
	});

	it.each<[string, string | null]>([
		['{"protocol":"json","version":1}', null],
		['{"protocol":"json","version":2}', null],
		['{"protocol":"json","version":3}', "The server does not support version 3 of the 'json' protocol."],
		['{"protocol":"blazorpack","version":1}', "The protocol 'blazorpack' is not supported."],
		...['', '{}', 'x', '{"type":6}', '{"protocol":"json"}', '{"protocol":1,"version":1}', '{"type":1,"protocol":"json","version":1}'].map(
			(text): [string, string] => [text, 'An unexpected error occurred during connection handshake.'],
		),
	])('greets %j with %j', (text, error) => {
		expect(findHandshakeError(text)).toBe(error);
	});

	it('say back no more of a made-up name than needed', () => {
		expect(createNoSuchMethodRecord('1', 'x'.repeat(30_000)).length).toBeLessThan(300);
	});
});
