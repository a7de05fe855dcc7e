import type { Channel as Name } from '@sw/domain/inbox/delivery';
import { useRouteContext } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { channelWords } from '../../entities/inbox/channel-words.ts';
import { type Delivery, stoppedOf } from '../../entities/inbox/delivery-settings.ts';
import { etDayClock, msOf } from '../../lib/format/times.ts';
import { buttonClass } from '../../ui/button.ts';
import { Switch } from '../../ui/controls/switch.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import css from './delivery.module.css';
import { words } from './words.ts';

interface Props {
	name: Name;
	settings: Delivery;
	/** Below its name: its destination. */
	detail: ReactNode;
	change: (on: boolean) => void;
	/** There is no destination. */
	disabled?: boolean;
	children?: ReactNode;
}

/** A delivery channel: on or off, why it was stopped, and a test button. A stopped channel is shown as off; turning it on tries it again. */
export function Channel({ name, settings, detail, change, disabled = false, children }: Props) {
	const stopped = stoppedOf(settings, name);
	const on = settings[name] && !stopped;
	return (
		<div className={css['group']}>
			<Switch label={channelWords.channels[name]} detail={detail} checked={on} disabled={disabled} change={change} />
			{stopped ? (
				<p className={css['stopped']} role="status">
					{channelWords.stopped(etDayClock(msOf(stopped.since)), stopped.why)}
				</p>
			) : null}
			{children}
			{on && name !== 'app' ? <Trial name={name} /> : null}
		</div>
	);
}

/** Message channels are tested one by one. */
function Trial({ name }: { name: Exclude<Name, 'app'> }) {
	const { api } = useRouteContext({ from: '__root__' });
	const { send, busy, failure } = useSubmit();
	const [line, setLine] = useState('');
	const run = async (): Promise<void> => {
		setLine('');
		setLine((await api.inbox.tryDelivery({ body: { channel: name } })).line);
	};
	return (
		<>
			<button
				type="button"
				className={buttonClass}
				aria-label={words.testNamed(channelWords.channels[name])}
				disabled={busy}
				onClick={() => send(run)}
			>
				{busy ? words.sending : words.test}
			</button>
			<p className={css['note']} role="status">
				{failure ?? line}
			</p>
		</>
	);
}
