import { describe, expect, it } from 'vitest';
import { getCommonPasswords, isCommonPassword } from './passwords.ts';

describe('common passwords', () => {
	it.each([
		'password12', 'Password123', 'P@ssw0rd123', 'PASSWORD1234!', 'passwordpassword', 'qwertyuiop', 'QWERTYUIOP1', '1234567890', '0987654321', '1q2w3e4r5t6y',
		'qwerty123456', 'iloveyou123', 'letmein2024', 'aaaaaaaaaa', 'abcabcabcabc', '1111111111', 'welcome2026!', 'signalwheel1', '1qaz2wsx3edc', '123123123123', 'Football2020',
	])('refuses %s', (password) => {
		expect(isCommonPassword(password, 'ann@example.test')).toBe(true);
	}); // biome-ignore format: a table

	it.each(['correct horse battery', 'tr0ub4dor&3x', 'my dog eats pears', 'vK9#mQ2$xL7p', '🐎🔋📎🪄🧲🎻🪴🛶🧊🪁', 'annabell and me'])(
		'takes %s',
		(password) => {
			expect(isCommonPassword(password, 'annabell@example.test')).toBe(false);
		},
	);

	it.each(['annabell@example.test', 'annabell2026', 'ANNABELL!!!!'])('refuses the address in %s', (password) => {
		expect(isCommonPassword(password, 'annabell@example.test')).toBe(true);
	});

	it('are more than ten thousand', () => {
		expect(getCommonPasswords().size).toBeGreaterThan(100_000);
	});
});
