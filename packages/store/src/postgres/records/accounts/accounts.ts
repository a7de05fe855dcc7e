import type { Db } from '../../records.ts';
import { boundTo } from '../bound-to.ts';
import { restartChannel } from '../inbox/deliveries.ts';
import * as attempts from './attempts.ts';
import * as audit from './audit.ts';
import * as browsers from './browsers.ts';
import * as factors from './factors.ts';
import * as identities from './identities.ts';
import * as invitations from './invitations.ts';
import * as keys from './keys.ts';
import * as links from './links.ts';
import * as sessions from './sessions.ts';
import * as users from './users.ts';
import * as visitors from './visitors.ts';

function over(db: Db) {
	const of = boundTo(db);
	return {
		userById: of(users.userById),
		userByEmail: of(users.userByEmail),
		addUser: of(users.addUser),
		changeUser: of(users.changeUser),
		restartChannel: of(restartChannel),
		removeUser: of(users.removeUser),
		activeAdmins: of(users.activeAdmins),
		listUsers: of(users.listUsers),

		addSession: of(sessions.addSession),
		sessionByAccess: of(sessions.sessionByAccess),
		sessionByFamily: of(sessions.sessionByFamily),
		rotateSession: of(sessions.rotateSession),
		sessionsOf: of(sessions.sessionsOf),
		endSession: of(sessions.endSession),
		endSessions: of(sessions.endSessions),
		sweepSessions: of(sessions.sweepSessions),

		addKey: of(keys.addKey),
		keyByHash: of(keys.keyByHash),
		keysOf: of(keys.keysOf),
		recordKeyUse: of(keys.recordKeyUse),
		removeKey: of(keys.removeKey),
		removeKeys: of(keys.removeKeys),
		sweepKeys: of(keys.sweepKeys),

		addLink: of(links.addLink),
		findOpenLink: of(links.findOpenLink),
		useLink: of(links.useLink),
		countWrongCode: of(links.countWrongCode),
		voidLinks: of(links.voidLinks),
		pendingEmail: of(links.pendingEmail),
		sweepLinks: of(links.sweepLinks),

		addInvitation: of(invitations.addInvitation),
		invitationById: of(invitations.invitationById),
		openInvitationFor: of(invitations.openInvitationFor),
		useInvitation: of(invitations.useInvitation),
		withdrawInvitation: of(invitations.withdrawInvitation),
		useSetupLinks: of(invitations.useSetupLinks),
		listInvitations: of(invitations.listInvitations),
		sweepInvitations: of(invitations.sweepInvitations),

		countAttempt: of(attempts.countAttempt),
		forgetAttempts: of(attempts.forgetAttempts),
		sweepAttempts: of(attempts.sweepAttempts),

		addFlow: of(identities.addFlow),
		consumeFlow: of(identities.consumeFlow),
		sweepFlows: of(identities.sweepFlows),
		identity: of(identities.identity),
		addIdentity: of(identities.addIdentity),
		identitiesOf: of(identities.identitiesOf),

		addAudit: of(audit.addAudit),
		listAudit: of(audit.listAudit),
		auditAfter: of(audit.auditAfter),

		recordVisitorView: of(visitors.recordVisitorView),
		sweepVisitorViews: of(visitors.sweepVisitorViews),

		rememberBrowser: of(browsers.rememberBrowser),
		knowsBrowser: of(browsers.knowsBrowser),
		forgetBrowsers: of(browsers.forgetBrowsers),
		sweepBrowsers: of(browsers.sweepBrowsers),

		totpOf: of(factors.totpOf),
		beginTotp: of(factors.beginTotp),
		confirmTotp: of(factors.confirmTotp),
		useTotpStep: of(factors.useTotpStep),
		setRecoveryCodes: of(factors.setRecoveryCodes),
		useRecoveryCode: of(factors.useRecoveryCode),
		recoveryCodesLeft: of(factors.recoveryCodesLeft),
		addPasskey: of(factors.addPasskey),
		passkey: of(factors.passkey),
		passkeysOf: of(factors.passkeysOf),
		recordPasskeyUse: of(factors.recordPasskeyUse),
		removePasskey: of(factors.removePasskey),
		removeFactors: of(factors.removeFactors),
		setChallenge: of(factors.setChallenge),
		consumeChallenge: of(factors.consumeChallenge),
		sweepChallenges: of(factors.sweepChallenges),
	};
}

/** All queries and changes of the accounts area, over one database or transaction. */
export type AccountRecords = ReturnType<typeof over> & {
	/** Rolls back when `work` throws. */
	transaction<T>(work: (records: AccountRecords) => Promise<T>): Promise<T>;
};

export function accountRecords(db: Db): AccountRecords {
	return {
		...over(db),
		transaction: (work) => db.transaction((tx) => work(accountRecords(tx))),
	};
}
