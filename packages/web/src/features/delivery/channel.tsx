import type { Channel as Name } from '@sw/domain/inbox/delivery';
import type { ReactNode } from 'react';
import { etDayClock, msOf } from '../../lib/format/times.ts';
import { Switch } from '../../ui/switch.tsx';
import css from './delivery.module.css';
import type { Delivery } from './queries.ts';
import { words } from './words.ts';

interface Props {
	name: Name;
	settings: Delivery;
	/** Below its name: where it leads. */
	detail: ReactNode;
	change: (on: boolean) => void;
	/** There is nowhere to send to. */
	disabled?: boolean;
	children?: ReactNode;
}

/** One way by which notices leave: on or off, and why it was stopped. */
export const Channel = ({ name, settings, detail, change, disabled = false, children }: Props) => {
	const stopped = settings.stopped.find(({ channel }) => channel === name);
	return (
		<div className={css['group']}>
			<Switch label={words.channels[name]} detail={detail} checked={settings[name]} disabled={disabled} change={change} />
			{stopped ? (
				<p className={css['stopped']} role="status">
					{words.stopped(etDayClock(msOf(stopped.since)), stopped.why)}
				</p>
			) : null}
			{children}
		</div>
	);
};
