import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext, useRouterState } from '@tanstack/react-router';
import { unreadQuery } from '../../entities/inbox/unread.ts';
import { useSession } from '../../entities/session/session-query.ts';
import { useSign } from '../../entities/session/use-sign.ts';
import { sitePath } from '../../lib/address/site-path.ts';
import { buttonClass } from '../../ui/button.ts';
import css from './header.module.css';
import { words } from './words.ts';

const MORE_ID = 'account';

/** The right end of the header: sign-in link, or account menu. */
export function AccountMenu() {
	const { state, profile } = useSession();
	const { leave } = useSign();
	const href = useRouterState({ select: (router) => router.location.href });
	if (state === 'unknown') return null;
	if (!profile) {
		const search = href === '/' || href.startsWith('/auth/') ? {} : { redirectTo: href };
		return (
			<nav className={css['account']} aria-label={words.accountLabel}>
				<Link to="/auth/signin" search={search} className={buttonClass}>
					{words.signIn}
				</Link>
			</nav>
		);
	}
	return (
		<nav className={`${css['menu']} ${css['account']}`} aria-label={words.accountLabel}>
			{profile.role === 'admin' ? (
				<Link to="/admin/$" params={{ _splat: '' }} className={css['item'] ?? ''}>
					{words.admin}
				</Link>
			) : null}
			<Bell />
			<Link to="/profile" className={buttonClass} title={profile.email}>
				<svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="1.4">
					<circle cx="8" cy="5" r="2.8" />
					<path d="M2.6 14c.5-3 2.6-4.6 5.4-4.6s4.9 1.6 5.4 4.6" />
				</svg>
				{words.profile}
				{profile.license ? (
					<small className={css['licence']}>
						<span className="visually-hidden">, </span>
						{profile.license}
						<span className="visually-hidden"> {words.licence}</span>
					</small>
				) : null}
			</Link>
			<button type="button" className={css['more']} popoverTarget={MORE_ID} aria-label={words.signOut}>
				▾
			</button>
			<div id={MORE_ID} popover="auto" className={css['out']}>
				{/* Without scripts, the link does the same. */}
				<a
					href={sitePath('/logout')}
					className={css['item']}
					onClick={(event) => {
						event.preventDefault();
						void leave();
					}}
				>
					{words.signOut}
				</a>
			</div>
		</nav>
	);
}

/** Link to the messages, with the unread count. */
function Bell() {
	const { api } = useRouteContext({ from: '__root__' });
	const count = useQuery(unreadQuery(api)).data ?? 0;
	return (
		<Link to="/messages" className={css['bell'] ?? ''} aria-label={words.messages(count)}>
			<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="1.4">
				<path d="M3.5 11.5V7a4.5 4.5 0 0 1 9 0v4.5l1 1h-11zM6.5 14.5h3" />
			</svg>
			{count > 0 ? <b className={css['unread']}>{count}</b> : null}
		</Link>
	);
}
