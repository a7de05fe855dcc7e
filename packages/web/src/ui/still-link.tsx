import { type LinkProps, useRouter } from '@tanstack/react-router';
import { type AnchorHTMLAttributes, type MouseEvent, useMemo } from 'react';

interface Props extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'onClick'> {
	/** Where to, not relative to the page; the same object while it is the same place. */
	link: LinkProps;
}

/**
 * A link that doesn't watch the address. The router recomputes its own at every navigation, to know whether they are active: for the two hundred links
 * of a hundred cards that alone is a long task. On hover or focus it loads the code of the page that it leads to.
 */
export const StillLink = ({ link, ...rest }: Props) => {
	const router = useRouter();
	const { href, pathname } = useMemo(() => router.buildLocation(link), [router, link]);
	const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
		// A new tab, a new window or a download is the browser's business.
		if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
		event.preventDefault();
		void router.navigate(link);
	};
	// The code of the page, not what it asks for: that may be counted.
	const soon = (): void => {
		for (const route of router.getMatchedRoutes(pathname)[0]) router.loadRouteChunk(route)?.catch(() => {});
	};
	return <a {...rest} href={href} onPointerEnter={soon} onFocus={soon} onClick={follow} />;
};
