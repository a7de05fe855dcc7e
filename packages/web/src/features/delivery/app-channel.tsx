import { SERVICE_NAMES } from '@sw/domain/inbox/message-channel';
import { useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import { etDayClock, msOf } from '../../lib/format/times.ts';
import { buttonClass } from '../../ui/button.ts';
import { useSubmit } from '../../ui/use-submit.ts';
import { appWords as words } from './app-words.ts';
import css from './delivery.module.css';
import type { MessageChannel } from './queries.ts';

interface Props {
	channel: MessageChannel;
	readAgain: () => Promise<void>;
}

/** One connected app: its state, a test, and a way out. */
export function AppChannel({ channel, readAgain }: Props) {
	const { api } = useRouteContext({ from: '__root__' });
	const { send, busy, failure } = useSubmit();
	const [line, setLine] = useState('');
	const { id, state } = channel;
	const call = { params: { id }, body: {} };
	const name = nameOf(channel);
	const act = (work: () => Promise<void>): void => {
		setLine('');
		send(work);
	};
	const test = async (): Promise<void> => setLine((await api.inbox.tryMessageChannel(call)).line);
	const resume = async (): Promise<void> => {
		await api.inbox.resumeMessageChannel(call);
		await readAgain();
	};
	const remove = async (): Promise<void> => {
		await api.inbox.removeMessageChannel(call);
		await readAgain();
	};
	return (
		<li>
			<span>
				{name}
				<small>{detailOf(channel)}</small>
			</span>
			<span className={css['acts']}>
				{state === 'stopped' ? (
					<button type="button" className={buttonClass} aria-label={words.resumeNamed(name)} disabled={busy} onClick={() => act(resume)}>
						{words.resume}
					</button>
				) : null}
				{state === 'linking' ? null : (
					<button type="button" className={buttonClass} aria-label={words.testNamed(name)} disabled={busy} onClick={() => act(test)}>
						{busy ? words.sending : words.test}
					</button>
				)}
				<button type="button" className={buttonClass} aria-label={words.removeNamed(name)} disabled={busy} onClick={() => act(remove)}>
					{words.remove}
				</button>
			</span>
			{channel.why !== null && channel.since !== null ? (
				<p className={css['stopped']}>{words.stopped(etDayClock(msOf(channel.since)), channel.why)}</p>
			) : null}
			<p className={css['note']} role="status">
				{failure ?? line}
			</p>
		</li>
	);
}

function nameOf({ service, name, host }: MessageChannel): string {
	return [SERVICE_NAMES[service], name || host].filter(Boolean).join(': ');
}

function detailOf({ state, code_ends: ends, failures, created }: MessageChannel): string {
	if (state === 'linking' && ends !== null) return words.linking(etDayClock(msOf(ends)));
	return failures > 0 ? words.failures(failures) : words.since(etDayClock(msOf(created)));
}
