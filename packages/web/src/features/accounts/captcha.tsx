import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { siteQuery } from '../../entities/session/site-query.ts';
import { getCaptchaGlobals, loadCaptcha, requestRecaptchaToken } from '../../lib/captcha-script.ts';

interface Captcha {
	/** Element that shows the captcha; null if the captcha is invisible. */
	widget: ReactNode;
	/** Returns the current response, for forms that the visitor submits; undefined if there is none. */
	token(): Promise<string | undefined>;
	/** Waits for the first response, for requests that are sent automatically. */
	firstToken(): Promise<string | undefined>;
}

/** Returns the configured captcha. If the captcha can't be loaded, its response is undefined, and the server refuses the request with a reason. */
export function useCaptcha(action: string): Captcha {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	const { data } = useQuery(siteQuery(api));
	const container = useRef<HTMLDivElement>(null);
	const token = useRef<string | undefined>(undefined);
	const [{ first, settle }] = useState(createFirstResponse);
	const vendor = data?.captcha ?? null;
	const siteKey = data?.site_key ?? '';

	useEffect(() => {
		if (vendor === null) return;
		let isUnmounted = false;
		loadCaptcha(vendor, siteKey).then(
			() => {
				if (isUnmounted || vendor === 'recaptcha' || !container.current || container.current.childElementCount > 0) return;
				getCaptchaGlobals()[vendor]?.render(container.current, {
					sitekey: siteKey,
					action,
					callback: (answer) => {
						token.current = answer;
						settle(answer);
					},
					'expired-callback': () => {
						token.current = undefined;
					},
				});
			},
			() => settle(undefined),
		);
		return () => {
			isUnmounted = true;
		};
	}, [vendor, siteKey, action, settle]);

	const requestToken = async (readWidget: () => string | undefined | Promise<string | undefined>): Promise<string | undefined> => {
		// This can run before the page knows which captcha is configured.
		const site = await queryClient.ensureQueryData(siteQuery(api)).catch(() => undefined);
		if (!site?.captcha) return undefined;
		if (site.captcha !== 'recaptcha') return readWidget();
		return requestRecaptchaToken(site.site_key ?? '', action);
	};

	return {
		widget: vendor === 'turnstile' || vendor === 'hcaptcha' ? <div ref={container} /> : null,
		token: () => requestToken(() => token.current),
		firstToken: () => requestToken(() => token.current ?? first),
	};
}

/** Creates a promise of the visitor's first captcha response, and the function that settles the promise. */
function createFirstResponse() {
	let settle: (token: string | undefined) => void = () => {};
	const first = new Promise<string | undefined>((resolve) => {
		settle = resolve;
	});
	return { first, settle };
}
