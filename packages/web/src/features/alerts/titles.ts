/** Title of the alerts page, needed by a route before its page loads. */
export const alertsTitle = 'Alerts';
