import { expect, it } from 'vitest';
import { isDomainAllowed, mailDomainsError, readMailDomains } from './sign-up.ts';

it('reads a list of domains in any case and spacing', () => {
	expect(readMailDomains(' Example.COM,, example.org ')).toEqual(['example.com', 'example.org']);
	expect(readMailDomains('')).toEqual([]);
});

it.each([
	['ann@example.com', true],
	['ann@EXAMPLE.com', true],
	['ann@mail.example.com', false],
	['ann@notexample.com', false],
	['ann@example.com.evil.test', false],
	['example.com@evil.test', false],
])('%s may sign up: %s', (email, allowed) => {
	expect(isDomainAllowed(email, ['example.com'])).toBe(allowed);
	expect(isDomainAllowed(email, [])).toBe(true);
});

it.each([
	['', null],
	['example.com, example.org', null],
	['@example.com', "'@example.com' isn't a mail domain: separate domains such as example.com by commas"],
	['example.com; example.org', "'example.com; example.org' isn't a mail domain: separate domains such as example.com by commas"],
	['*.example.com', "'*.example.com' isn't a mail domain: separate domains such as example.com by commas"],
	['müller.example', "'müller.example' isn't a mail domain: separate domains such as example.com by commas"],
])('%j as a list of domains: %s', (text, fault) => {
	expect(mailDomainsError(text)).toBe(fault);
});
