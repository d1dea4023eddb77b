//! The table of counts adds up to the rows of the input, for every source: rows are read or left out with a reason, answers looked
//! for are found or not there with a reason, and answers make judgements.

use std::collections::BTreeSet;

use importer::{Counts, ImportMapping, Input, Omission, SOURCES, import};

/// Sources that hold no answers.
const WITHOUT_ANSWERS: [&str; 5] = ["qualtrics-questions", "prolific", "logs", "document", "results"];

/// A file of a source, what its owner says of it, and how many rows it has.
struct Case {
    source: &'static str,
    name: &'static str,
    text: &'static str,
    items: Option<&'static str>,
    lines: &'static [&'static str],
    /// What became of the rows and answers, in words.
    expected: &'static str,
}

const ONE: &[&str] = &["import.one_system = \"s\""];
const CRITERIA: &[&str] = &["import.columns = \"criteria\"", "import.one_item = \"i\"", "import.one_system = \"s\""];

const CASES: &[Case] = &[
    Case {
        source: "table",
        name: "t.csv",
        text: "rater,item,system,rating\nr1,1,x,3\nr1,1,y,\nrater,item,system,rating\nr2,1,x,NA\n,,,\nr2,1,y,5\nMean,,,4\n",
        items: None,
        lines: &[],
        expected: "7 rows = 4 read + 1 nothing in the row + 1 the header, repeated + 1 a mean or a total, no answer; \
            4 answers = 2 found + 1 rating: empty + 1 rating: `NA`; 2 judgements",
    },
    Case {
        source: "matrix",
        name: "t.csv",
        text: "item,system,Rater 1,Rater 2\n1,x,3,4\n1,y,5,\n",
        items: None,
        lines: &[],
        expected: "2 rows = 2 read; 4 answers = 3 found + 1 rating: empty; 3 judgements",
    },
    Case {
        source: "survey",
        name: "t.csv",
        text: "respondent,age,Q1,Q2,Q3\nx,30,1,2,3\ny,40,4,,1\n",
        items: Some("column,item,system\nQ1,1,x\nQ2,1,y\n"),
        lines: &["import.criterion = \"ease\""],
        expected: "2 rows = 2 read; 6 answers = 3 found + 2 `Q3`: the items file does not say what it showed + 1 ease: empty; 3 judgements",
    },
    Case {
        source: "by-person",
        name: "t.json",
        text: r#"{"u1":{"1":1,"2":3},"u2":{"1":2,"2":null}}"#,
        items: None,
        lines: ONE,
        expected: "4 rows = 4 read; 4 answers = 3 found + 1 label: empty; 3 judgements",
    },
    Case {
        source: "mturk",
        name: "t.csv",
        text: "HITId,AssignmentId,WorkerId,AssignmentStatus,Input.item,Input.system,Answer.q\nh,a1,W1,Approved,1,x,4\nh,a2,W2,Rejected,1,x,2\nh,a3,W3,Approved,1,x,{}\n",
        items: None,
        lines: &[],
        expected: "3 rows = 3 read; 3 answers = 2 found + 1 q: `{}`; 2 judgements, of these 1 rejected",
    },
    Case {
        source: "qualtrics",
        name: "t.csv",
        text: "Status,Finished,ResponseId,Q1,Q2\nResponse Type,Finished,Response ID,How?,Why?\n\"{\"\"ImportId\"\":\"\"status\"\"}\",x,x,x,x\n0,1,R_1,3,4\n0,0,R_2,2,\n1,1,R_3,5,5\n",
        items: None,
        lines: CRITERIA,
        expected: "3 rows = 2 read + 1 a preview, a test or spam (`Status`); 4 answers = 3 found + 1 Q2: empty; 3 judgements, of these 1 incomplete",
    },
    Case {
        source: "google-forms",
        name: "t.csv",
        text: "Timestamp,Email Address,How clear?,How short?\n2024/03/01 10:00:00 AM GMT+1,a@example.org,3,1\n2024/03/01 10:01:00 AM GMT+1,b@example.org,5,\n",
        items: None,
        lines: CRITERIA,
        expected: "2 rows = 2 read; 4 answers = 3 found + 1 How short?: empty; 3 judgements",
    },
    Case {
        source: "microsoft-forms",
        name: "t.csv",
        text: "ID,Start time,Completion time,Email,Name,How clear?\n1,1/2/24 10:00:00,1/2/24 10:05:00,anonymous,,3\n2,1/2/24 10:00:00,1/2/24 10:07:00,anonymous,,\n",
        items: None,
        lines: CRITERIA,
        expected: "2 rows = 2 read; 2 answers = 1 found + 1 How clear?: empty; 1 judgements",
    },
    Case {
        source: "limesurvey",
        name: "t.csv",
        text: "id,submitdate,lastpage,startlanguage,seed,Q1\n1,2024-01-01 10:00:00,2,en,7,4\n2,,1,en,8,2\n",
        items: None,
        lines: CRITERIA,
        expected: "2 rows = 2 read; 2 answers = 2 found; 2 judgements, of these 1 incomplete",
    },
    Case {
        source: "label-studio",
        name: "t.json",
        text: r#"[{"id":1,"data":{"item":"1","system":"x"},"annotations":[{"completed_by":7,"was_cancelled":false,"result":[{"from_name":"q","type":"rating","value":{"rating":4}}]},{"completed_by":8,"was_cancelled":true,"result":[]}]}]"#,
        items: None,
        lines: &[],
        expected: "2 rows = 1 read + 1 skipped by the person (`was_cancelled`); 1 answers = 1 found; 1 judgements",
    },
    Case {
        source: "potato",
        name: "t.csv",
        text: "instance_id,user_id,q.1,q.2\n1,u1,1,\n2,u1,,2\n3,u1,,\n",
        items: None,
        lines: ONE,
        expected: "3 rows = 3 read; 3 answers = 2 found + 1 q: empty; 2 judgements",
    },
    Case {
        source: "appen",
        name: "t.csv",
        text: "_unit_id,_golden,_worker_id,_trust,sentence_id,system,fluency,fluency_gold\n1,false,7,1,s1,x,4,\n2,false,7,1,s1,y,2,\n3,true,7,1,s2,x,5,5\n",
        items: None,
        lines: &["item = \"sentence_id\""],
        expected: "3 rows = 3 read; 3 answers = 3 found; 3 judgements, of these 1 test-question",
    },
    Case {
        source: "toloka",
        name: "t.tsv",
        text: "INPUT:id\tINPUT:system\tOUTPUT:fluency\tGOLDEN:fluency\tASSIGNMENT:worker_id\tASSIGNMENT:status\n1\tx\t4\t\tw1\tAPPROVED\n1\ty\t2\t\tw1\tAPPROVED\n1\tx\t1\t\tw2\tREJECTED\n",
        items: None,
        lines: &["item = \"id\""],
        expected: "3 rows = 3 read; 3 answers = 3 found; 3 judgements, of these 1 rejected",
    },
    Case {
        source: "langfuse",
        name: "t.json",
        text: r#"[{"id":"t1","input":"Q","output":"A","metadata":{"model":"m"},"scores":[{"name":"help","value":4,"source":"ANNOTATION","authorUserId":"u"},{"name":"help","value":2,"source":"EVAL"}]},{"id":"t2","input":"R","output":"B","metadata":{"model":"m"},"scores":[]}]"#,
        items: None,
        lines: &[],
        expected: "3 rows = 2 read + 1 an output without scores; 2 answers = 2 found; 2 judgements, of these 1 model-as-judge",
    },
    Case {
        source: "pearmut",
        name: "t.jsonl",
        text: "{\"user_id\":\"u\",\"item_i\":\"welcome_0\",\"item\":[],\"annotation\":[]}\n{\"user_id\":\"u\",\"item_i\":3,\"item\":[{\"item_id\":\"1\",\"src\":\"x\",\"tgt\":{\"m\":\"y\"}}],\"annotation\":[{\"m\":{\"score\":73}}]}",
        items: None,
        lines: &[],
        expected: "2 rows = 1 read + 1 the tutorial, or what is shown around the items; 1 answers = 1 found; 1 judgements",
    },
    Case {
        source: "factgenie",
        name: "t.jsonl",
        text: r#"{"dataset":"d","split":"test","setup_id":"m","example_idx":0,"output":"A cold day.","metadata":{"annotator_id":"w","annotation_span_categories":[{"name":"wrong"}]},"annotations":[{"type":0,"text":"cold","start":2}]}"#,
        items: None,
        lines: &[],
        expected: "1 rows = 1 read; 1 answers = 1 found; 1 judgements",
    },
    Case {
        source: "argilla",
        name: "t.json",
        text: r#"[{"id":"1","fields":{"text":"x"},"metadata":{"model":"m"},"responses":{"q":[{"value":3,"user_id":"u1"},{"value":4,"user_id":"u2"}]}},{"id":"2","fields":{"text":"y"},"metadata":{"model":"m"},"responses":{}}]"#,
        items: None,
        lines: &[],
        expected: "3 rows = 2 read + 1 nobody answered; 2 answers = 2 found; 2 judgements",
    },
    Case {
        source: "doccano",
        name: "u1.jsonl",
        text: "{\"id\":1,\"text\":\"x\",\"label\":[\"good\"]}\n{\"id\":2,\"text\":\"y\",\"label\":[\"bad\"]}\n{\"id\":3,\"text\":\"z\",\"label\":[]}",
        items: None,
        lines: ONE,
        expected: "3 rows = 2 read + 1 without a label; 2 answers = 2 found; 2 judgements",
    },
    Case {
        source: "appraise",
        name: "t.csv",
        text: "u1,s.A,1,TGT,eng,deu,70,doc#A,False,[],1.0,2.0\nu1,s.B,2,BAD,eng,deu,90,doc#B,False,[],3.0,4.0\n",
        items: None,
        lines: &[],
        expected: "2 rows = 1 read + 1 made worse on purpose (BAD); 2 answers = 2 found; 2 judgements",
    },
    Case {
        source: "mqm",
        name: "t.tsv",
        text: "system\tdoc\tseg_id\trater\tsource\ttarget\tcategory\tseverity\nx\td\t1\tr\tA.\t<v>B</v>.\tStyle\tMinor\nx\td\t1\tr\tA.\t<v>B</v>.\tStyle\tMajor\ny\td\t1\tr\tA.\tB.\tNo-error\tNo-error\n",
        items: None,
        lines: &[],
        expected: "3 rows = 3 read; 6 answers = 6 found; 6 judgements",
    },
    Case {
        source: "mqm-averages",
        name: "t.tsv",
        text: "system mqm_avg_score seg_id\nx -5.0 1\nx None 2\ny -1.0 1\n",
        items: None,
        lines: &[],
        expected: "3 rows = 2 read + 1 not rated (`None`); 2 answers = 2 found; 2 judgements",
    },
    Case {
        source: "mtme",
        name: "en-de.r1.seg.rating",
        text: "x\t{\"errors\": [{\"start\": 1, \"end\": 3, \"category\": \"style\", \"severity\": \"minor\", \"score\": 1}]}\nx\tNone\n",
        items: None,
        lines: &[],
        expected: "2 rows = 1 read + 1 not rated (`None`); 3 answers = 3 found; 3 judgements",
    },
    Case {
        source: "arena",
        name: "t.jsonl",
        text: "{\"question_id\":1,\"model_a\":\"x\",\"model_b\":\"y\",\"winner\":\"model_a\",\"judge\":\"j1\",\"turn\":1,\"anony\":true}\n{\"question_id\":2,\"model_a\":\"y\",\"model_b\":\"x\",\"winner\":\"model_b\",\"judge\":\"j2\",\"turn\":1,\"anony\":false}",
        items: None,
        lines: &[],
        expected: "2 rows = 1 read + 1 the names of the models were shown (`anony` is false); 1 answers = 1 found; 1 judgements",
    },
];

fn in_words(counts: &Counts) -> String {
    let all =
        |left: &[Omission]| left.iter().map(|left| format!(" + {} {}", left.count, left.reason)).collect::<String>();
    let excluded: String =
        counts.excluded.iter().map(|left| format!(", of these {} {}", left.count, left.reason)).collect();
    format!(
        "{} rows = {} read{}; {} answers = {} found{}; {} judgements{excluded}",
        counts.rows,
        counts.read,
        all(&counts.left_out),
        counts.asked,
        counts.answers,
        all(&counts.no_answer),
        counts.judgements
    )
}

#[test]
fn the_counts_of_every_source_add_up_to_its_rows() {
    let mut differ = Vec::new();
    for case in CASES {
        let wanted = case.lines.iter().fold(ImportMapping::default(), |wanted, line| wanted.with_line(line).unwrap());
        let input = |name: &str, text: &str| Input { name: name.to_owned(), bytes: text.as_bytes().to_vec() };
        let items = case.items.map(|text| input("items.csv", text));
        let imported = import(&[input(case.name, case.text)], items.as_ref(), &wanted)
            .unwrap_or_else(|stop| panic!("{}: {stop:#?}", case.source));
        let source = SOURCES.iter().find(|source| source.name == imported.recognised[0].source).unwrap();
        assert_eq!(source.id, case.source);
        let counts = &imported.counts;
        assert!(counts.add_up(), "{}: {counts:?}", case.source);
        assert_eq!(counts.judgements, imported.dataset().judgements.len(), "{}", case.source);
        if in_words(counts) != case.expected {
            differ.push(format!("{}: {}", case.source, in_words(counts)));
        }
    }
    assert!(differ.is_empty(), "{}", differ.join("\n"));
    let tried: BTreeSet<&str> = CASES.iter().map(|case| case.source).chain(WITHOUT_ANSWERS).collect();
    assert_eq!(tried, SOURCES.iter().map(|source| source.id).collect());
}
