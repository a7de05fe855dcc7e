import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { unreadQuery } from '../../entities/inbox/unread.ts';
import css from './header.module.css';
import { words } from './words.ts';

/** Link to the messages, with the unread count. */
export const Bell = () => {
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
};
