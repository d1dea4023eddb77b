
function makeForms() {
  for (const wanted of FORMS) {
    const form = FormApp.create(TITLE + ' (list ' + wanted.list + ')');
    form.setDescription(INSTRUCTIONS).setProgressBar(true);
    for (const page of wanted.pages) {
      form.addPageBreakItem().setTitle(page.position + ' of ' + wanted.pages.length).setHelpText(page.text);
      for (const question of page.questions) addQuestion(form, question);
    }
    Logger.log('list ' + wanted.list + ': ' + form.getPublishedUrl());
  }
}

function addQuestion(form, question) {
  if (question.options) {
    form.addMultipleChoiceItem().setTitle(question.title).setChoiceValues(question.options).setRequired(true);
  } else if (question.maximum !== undefined) {
    const between = FormApp.createTextValidation().requireNumberBetween(question.minimum, question.maximum).build();
    form.addTextItem().setTitle(question.title).setValidation(between).setRequired(true);
  } else {
    form.addParagraphTextItem().setTitle(question.title);
  }
}
