import { expect, it } from 'vitest';
import { addressInLanguage, applicationLanguage, LANGUAGES, splitLanguage } from './languages.ts';

const PLAIN = ['/', '/?tab=free', '/#candidates', '/faq', '/top-gainers-stock/hourly', '/?page=2#candidates'];

it('marks addresses in every language but that of the sources', () => {
	expect(PLAIN.map((address) => addressInLanguage('de', address))).toEqual([
		'/de',
		'/de?tab=free',
		'/de#candidates',
		'/de/faq',
		'/de/top-gainers-stock/hourly',
		'/de?page=2#candidates',
	]);
	expect(PLAIN.map((address) => addressInLanguage('en', address))).toEqual(PLAIN);
});

it('reads every address back as it was', () => {
	for (const { code } of LANGUAGES)
		for (const address of PLAIN) expect(splitLanguage(addressInLanguage(code, address))).toEqual({ language: code, address });
});

it('takes no other address for a language', () => {
	for (const address of ['/dealers', '/de-faq', '/den/faq', '/api/de', '/en/faq'])
		expect(splitLanguage(address)).toEqual({ language: 'en', address });
});

it('speaks the language of the cookie, but for the administration and for what is none', () => {
	expect(applicationLanguage('/main', 'de')).toBe('de');
	for (const [path, cookie] of [
		['/main', undefined],
		['/main', 'xx'],
		['/main', ''],
		['/admin', 'de'],
		['/admin/users', 'de'],
	] as const)
		expect([path, cookie, applicationLanguage(path, cookie)]).toEqual([path, cookie, 'en']);
	expect(applicationLanguage('/administrators', 'de')).toBe('de');
});
