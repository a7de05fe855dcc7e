import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

type Vendor = 'turnstile' | 'hcaptcha' | 'recaptcha';

interface Widget {
	render(
		at: HTMLElement,
		options: { sitekey: string; action?: string; callback(token: string): void; 'expired-callback'(): void },
	): unknown;
}

interface Grecaptcha {
	ready(callback: () => void): void;
	execute(siteKey: string, options: { action: string }): Promise<string>;
}

const SCRIPTS: Readonly<Record<Vendor, (siteKey: string) => string>> = {
	turnstile: () => 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
	hcaptcha: () => 'https://js.hcaptcha.com/1/api.js?render=explicit',
	recaptcha: (siteKey) => `https://www.google.com/recaptcha/api.js?render=${encodeURIComponent(siteKey)}`,
};

const global = () => window as unknown as { turnstile?: Widget; hcaptcha?: Widget; grecaptcha?: Grecaptcha };

const loaded = new Map<string, Promise<void>>();
const load = (url: string): Promise<void> => {
	const known = loaded.get(url);
	if (known) return known;
	const loading = new Promise<void>((done, fail) => {
		const script = document.createElement('script');
		script.src = url;
		script.async = true;
		script.onload = () => done();
		script.onerror = () => fail(new Error('The captcha could not be loaded'));
		document.head.append(script);
	});
	loaded.set(url, loading);
	return loading;
};

/** Asks the visitor for the token of the captcha that the server has set up; `token` gives undefined where there is none. */
export const useCaptcha = (action: string) => {
	const { api } = useRouteContext({ from: '__root__' });
	const { data } = useQuery({ queryKey: ['shell', 'secret'], queryFn: () => api.operations.secret(), staleTime: Number.POSITIVE_INFINITY });
	const place = useRef<HTMLDivElement>(null);
	const token = useRef<string | undefined>(undefined);
	const vendor = data?.captcha ?? null;
	const siteKey = data?.site_key ?? '';

	useEffect(() => {
		if (vendor === null) return;
		let gone = false;
		load(SCRIPTS[vendor](siteKey)).then(
			() => {
				if (gone || vendor === 'recaptcha' || !place.current || place.current.childElementCount > 0) return;
				global()[vendor]?.render(place.current, {
					sitekey: siteKey,
					action,
					callback: (given) => {
						token.current = given;
					},
					'expired-callback': () => {
						token.current = undefined;
					},
				});
			},
			() => {}, // the server refuses without a token, and the form says so
		);
		return () => {
			gone = true;
		};
	}, [vendor, siteKey, action]);

	return {
		widget: vendor === 'turnstile' || vendor === 'hcaptcha' ? <div ref={place} /> : null,
		token: async (): Promise<string | undefined> => {
			if (vendor !== 'recaptcha') return token.current;
			const { grecaptcha } = global();
			if (!grecaptcha) return undefined;
			await new Promise<void>((ready) => grecaptcha.ready(ready));
			return grecaptcha.execute(siteKey, { action });
		},
	};
};
