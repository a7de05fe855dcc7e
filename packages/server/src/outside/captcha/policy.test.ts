import { expect, it } from 'vitest';
import { pagePolicy } from '../../http/content-policy.ts';
import { withCaptcha } from './captcha.ts';

it('lets the widget in and nothing else', () => {
	const policy = withCaptcha(pagePolicy('n'), 'turnstile').split('; ');
	expect(policy).toContain("script-src 'self' 'nonce-n' https://challenges.cloudflare.com");
	expect(policy).toContain("frame-src 'self' https://challenges.cloudflare.com");
	expect(policy.filter((part) => !part.includes('cloudflare'))).toEqual(
		pagePolicy('n')
			.split('; ')
			.filter((part) => !/^(script-src|connect-src) /.test(part)),
	);
});

it('changes nothing without a captcha', () => {
	expect(withCaptcha(pagePolicy('n'), null)).toBe(pagePolicy('n'));
});
