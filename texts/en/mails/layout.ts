/** What the layout adds to a mail. */
export const layout = {
  specimen: 'TEST ENVIRONMENT: This message is a specimen.',
  orOpen: 'Or open this address:',
};
