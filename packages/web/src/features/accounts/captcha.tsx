import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { siteQuery } from '../../entities/session/site-query.ts';
import { getCaptchaGlobals, loadCaptcha, requestRecaptchaToken } from '../../lib/captcha-script.ts';

interface Captcha {
	/** Element that shows the captcha; null if the captcha is invisible. */
	widget: ReactNode;
	/** Returns the current response, for forms that the visitor submits; undefined if there is none. */
	getToken(): Promise<string | undefined>;
	/** Waits for the first response, for requests that are sent automatically. */
	waitForFirstToken(): Promise<string | undefined>;
}

/** Returns the configured captcha. If the captcha can't be loaded, its response is undefined, and the server refuses the request with a reason. */
export function useCaptcha(action: string): Captcha {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	const { data } = useQuery(siteQuery(api));
	const container = useRef<HTMLDivElement>(null);
	const widgetId = useRef<unknown>(undefined);
	const currentToken = useRef<string | undefined>(undefined);
	const nextResponse = useRef<PendingResponse>(null);
	nextResponse.current ??= createPendingResponse();
	const vendor = data?.captcha ?? null;
	const siteKey = data?.site_key ?? '';

	useEffect(() => {
		if (vendor === null) return;
		let isUnmounted = false;
		loadCaptcha(vendor, siteKey).then(
			() => {
				if (isUnmounted || vendor === 'recaptcha' || !container.current || container.current.childElementCount > 0) return;
				widgetId.current = getCaptchaGlobals()[vendor]?.render(container.current, {
					sitekey: siteKey,
					action,
					callback: (response) => {
						currentToken.current = response;
						nextResponse.current?.settle();
					},
					'expired-callback': () => {
						currentToken.current = undefined;
					},
				});
			},
			() => nextResponse.current?.settle(),
		);
		return () => {
			isUnmounted = true;
		};
	}, [vendor, siteKey, action]);

	const requestToken = async (readWidget: () => string | undefined | Promise<string | undefined>): Promise<string | undefined> => {
		// This can run before the page knows which captcha is configured.
		const site = await queryClient.ensureQueryData(siteQuery(api)).catch(() => undefined);
		if (!site?.captcha) return undefined;
		if (site.captcha !== 'recaptcha') return readWidget();
		return requestRecaptchaToken(site.site_key ?? '', action);
	};

	/** Returns the current response and resets the widget, because vendors accept a response only once. */
	const takeToken = (): string | undefined => {
		const response = currentToken.current;
		if (response === undefined || vendor === null || vendor === 'recaptcha') return response;
		currentToken.current = undefined;
		nextResponse.current = createPendingResponse();
		getCaptchaGlobals()[vendor]?.reset(widgetId.current);
		return response;
	};

	return {
		widget: vendor === 'turnstile' || vendor === 'hcaptcha' ? <div ref={container} /> : null,
		getToken: () => requestToken(takeToken),
		waitForFirstToken: () => requestToken(() => takeToken() ?? nextResponse.current?.settled.then(takeToken)),
	};
}

type PendingResponse = ReturnType<typeof createPendingResponse>;

/** Creates a promise that settles when the visitor responds, or when the captcha can't be loaded. Also returns the function that settles it. */
function createPendingResponse() {
	const { promise: settled, resolve: settle } = Promise.withResolvers<void>();
	return { settled, settle: () => settle() };
}
