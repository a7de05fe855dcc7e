import { type LinkProps, useRouter } from '@tanstack/react-router';
import { type AnchorHTMLAttributes, type MouseEvent, useMemo } from 'react';

interface Props extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'onClick'> {
	/** An absolute target. Must stay the same object while the target is unchanged. */
	link: LinkProps;
}

/**
 * A link that doesn't depend on the current URL. The router recomputes its own links at every navigation, to see whether they are active. For
 * the two hundred links of a hundred cards, this takes too long. On hover or focus, the link loads the code of its target page.
 */
export function StaticLink({ link, ...rest }: Props) {
	const router = useRouter();
	const { publicHref, pathname } = useMemo(() => router.buildLocation(link), [router, link]);
	const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
		// The browser itself handles new tabs, new windows and downloads.
		if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
		event.preventDefault();
		void router.navigate(link);
	};
	// Loads only the page's code, because loading its data can use up an allowance.
	const prefetch = (): void => {
		for (const route of router.getMatchedRoutes(pathname)[0]) router.loadRouteChunk(route)?.catch(() => {});
	};
	return <a {...rest} href={publicHref} onPointerEnter={prefetch} onFocus={prefetch} onClick={follow} />;
}
